/** 128 random bits. Not crypto.randomUUID: an address that is not secure has none. */
export const randomHex = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
