/** Text as HTML shows it, whatever characters it is made of. */
export const escapeHtml = (text: string): string =>
  text.replace(/[<>&"']/g, character => `&#${character.charCodeAt(0)};`)
