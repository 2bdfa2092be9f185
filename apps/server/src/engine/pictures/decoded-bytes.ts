import type { Metadata } from 'sharp'

/** What one channel of one pixel takes in memory, by the name that sharp has for it. */
const BYTES_OF_DEPTH: Readonly<Record<Metadata['depth'], number>> = {
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
}

/**
 * What a picture takes when it is decoded as a whole, as an interlaced PNG or a TIFF in one strip is: 3
 * bytes a pixel in most files, 8 with 16 bits and transparency, 16 with decimals. Read from its head.
 */
export const decodedBytes = ({
  width,
  height,
  channels,
  depth,
}: Pick<Metadata, 'width' | 'height' | 'channels' | 'depth'>): number =>
  width * height * channels * BYTES_OF_DEPTH[depth]
