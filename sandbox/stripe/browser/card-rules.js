// Rules of the card fields: number groups, brands and validation.

const brands = [
  { name: 'visa', starts: /^4/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'mastercard', starts: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'amex', starts: /^3[47]/, lengths: [15], groups: [4, 6, 5], code: 4 },
  { name: 'discover', starts: /^(6011|64[4-9]|65)/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
]
const unknown = { name: 'unknown', lengths: [16], groups: [4, 4, 4, 4], code: 3 }

export const digitsOf = text => text.replace(/\D/g, '')

export function brandOf(number) {
  return brands.find(brand => brand.starts.test(number)) ?? unknown
}

export function formatNumber(text) {
  const brand = brandOf(digitsOf(text))
  let rest = digitsOf(text).slice(0, brand.lengths[0])
  const parts = []
  for (const size of brand.groups) {
    if (rest === '') break
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return parts.join(' ')
}

/** '7' becomes '07 / ', '1226' becomes '12 / 26'; deleting the slash also deletes the digit before it. */
export function formatExpiry(text, deleting = false) {
  let digits = digitsOf(text)
  if (/^[2-9]/.test(digits) || /^1[3-9]/.test(digits)) digits = `0${digits}`
  // Autofill uses four-digit years.
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, 4)
  if (digits.length < 2 || (deleting && digits.length === 2)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

export function formatCode(text, number) {
  return digitsOf(text).slice(0, brandOf(number).code)
}

export function passesLuhn(number) {
  let sum = 0
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index])
    const counted = index % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

const problem = (code, message) => ({ type: 'validation_error', code, message })

export function numberProblem(text) {
  const number = digitsOf(text)
  if (!brandOf(number).lengths.includes(number.length)) {
    return problem('incomplete_number', 'Your card number is incomplete.')
  }
  return passesLuhn(number) ? null : problem('invalid_number', 'Your card number is invalid.')
}

export function expiryProblem(text, now = new Date()) {
  const digits = digitsOf(text)
  if (digits.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.")
  const month = Number(digits.slice(0, 2))
  const year = 2000 + Number(digits.slice(2))
  if (month < 1 || month > 12)
    return problem('invalid_expiry_month', "Your card's expiration date is invalid.")
  if (year < now.getFullYear()) {
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  }
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  if (year > now.getFullYear() + 50) {
    return problem('invalid_expiry_year', "Your card's expiration year is invalid.")
  }
  return null
}

export function codeProblem(text, number) {
  const complete = digitsOf(text).length === brandOf(digitsOf(number)).code
  return complete ? null : problem('incomplete_cvc', "Your card's security code is incomplete.")
}
