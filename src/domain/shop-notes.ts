/** What the owner says to buyers. An empty text is not shown. */
export interface ShopNotes {
  delivery: string
  returns: string
  contact: string
}

const titles = { delivery: 'Delivery', returns: 'Returns', contact: 'Contact' } as const

export interface ShopNote {
  title: string
  text: string
}

/** The notes that have a text, or those of the given names. */
export const notesOf = (
  notes: ShopNotes,
  names: readonly (keyof ShopNotes)[] = ['delivery', 'returns', 'contact'],
): ShopNote[] =>
  names.filter(name => notes[name] !== '').map(name => ({ title: titles[name], text: notes[name] }))
