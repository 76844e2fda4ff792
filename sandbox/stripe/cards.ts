/** Why a card is declined, with Stripe's codes and message. */
export interface Decline {
  code: string
  decline_code: string
  message: string
}

export type Behaviour = 'pays' | 'authenticates' | Decline

export interface TestCard {
  number: string
  brand: string
  /** Stripe's test token, with which a server can use the card without its number. */
  token: string
  behaviour: Behaviour
  /** The result, for the dashboard. */
  note: string
}

const decline = (message: string, code: string, declineCode = code): Decline => ({
  code,
  decline_code: declineCode,
  message,
})

export const testCards: TestCard[] = [
  { number: '4242424242424242', brand: 'visa', token: 'pm_card_visa', behaviour: 'pays', note: 'pays' },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    token: 'pm_card_mastercard',
    behaviour: 'pays',
    note: 'pays',
  },
  {
    number: '378282246310005',
    brand: 'amex',
    token: 'pm_card_amex',
    behaviour: 'pays',
    note: 'pays (four-digit code)',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    token: 'pm_card_authenticationRequired',
    behaviour: 'authenticates',
    note: 'asks for 3-D Secure: choose Complete or Fail',
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    token: 'pm_card_visa_chargeDeclined',
    behaviour: decline('Your card was declined.', 'card_declined', 'generic_decline'),
    note: 'is declined',
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    behaviour: decline('Your card has insufficient funds.', 'card_declined', 'insufficient_funds'),
    note: 'has insufficient funds',
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    token: 'pm_card_chargeDeclinedExpiredCard',
    behaviour: decline('Your card has expired.', 'expired_card'),
    note: 'has expired',
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    behaviour: decline("Your card's security code is incorrect.", 'incorrect_cvc'),
    note: 'has a wrong security code',
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    token: 'pm_card_chargeDeclinedProcessingError',
    behaviour: decline(
      'An error occurred while processing your card. Try again in a little bit.',
      'processing_error',
    ),
    note: 'cannot be processed right now',
  },
]

export const cardNumbered = (number: string) => testCards.find(card => card.number === number)
export const cardNamed = (token: string) => testCards.find(card => card.token === token)

export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 0 ? digit : digit * 2
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return digits.length >= 12 && sum % 10 === 0
}
