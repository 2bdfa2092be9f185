/** 128 random bits. Not crypto.randomUUID, which is missing on addresses without TLS. */
export const randomHex = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
