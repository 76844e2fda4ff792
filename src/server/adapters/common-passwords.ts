/** The list is read with the first question: a demo, which refuses no password, never does. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { commonPasswords } = await import('./common-password-list.ts')
  return commonPasswords.has(password.toLowerCase())
}
