import type { Random } from '../interfaces.ts'

/** What the owners of these worlds write on their vouchers. Codes with O, I and L are easily mistyped. */
export const codes = ['WELCOME10', 'SPRING-OIL', 'TEA2030', 'ONLY-100', 'FLASH'] as const

/** The code that everybody wants at the same time. */
export const wantedCode = 'FLASH'

const lookAlikes: Readonly<Record<string, string>> = { O: '0', '0': 'O', I: '1', '1': 'L', L: 'I' }

/** As people type it: in their own case, with spaces, with letters that look alike, or wrong. */
export function typedCode(random: Random, code: string): string {
  const way = random.weighted({ right: 10, small: 3, spaces: 2, lookAlikes: 4, unknown: 1, noCode: 0.3 })
  return {
    right: code,
    small: code.toLowerCase(),
    spaces: ` ${code.slice(0, 3)} ${code.slice(3)} `,
    lookAlikes: code.replace(/[O0I1L]/g, letter => lookAlikes[letter] ?? letter),
    unknown: `${code}-X`,
    noCode: '10 %',
  }[way]
}
