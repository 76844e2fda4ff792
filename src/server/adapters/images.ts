/** Keeps pictures. Answers the address under which pages show one. */
export interface Images {
  keep(bytes: Buffer): Promise<string>
}
