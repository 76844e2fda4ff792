/** Loads the list on first use: a demo, which refuses no password, never loads it. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { commonPasswords } = await import('./common-password-list.ts')
  return commonPasswords.has(password.toLowerCase())
}
