/** Where a list that goes down by id begins: it comes after every id, for they begin with a hexadecimal digit. */
export const end = 'z'
