/** Keeps pictures. Answers the address under which pages show one. */
export interface PictureHost {
  keep(bytes: Buffer): Promise<string>
}
