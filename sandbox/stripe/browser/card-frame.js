// The card fields, in a frame of the provider's origin. The shop's page learns whether the card is complete,
// its brand and its errors, but never a digit.

import { ask } from './ask.js'
import {
  brandOf,
  codeProblem,
  digitsOf,
  expiryProblem,
  formatCode,
  formatExpiry,
  formatNumber,
  numberProblem,
} from './card-rules.js'
import { applyLook } from './look.js'
import { listen, reportHeight, tell } from './parent.js'

const find = id => document.getElementById(id)
const form = find('card')
const fields = {
  number: { input: find('number'), problem: () => numberProblem(fields.number.input.value) },
  expiry: { input: find('expiry'), problem: () => expiryProblem(fields.expiry.input.value) },
  cvc: { input: find('cvc'), problem: () => codeProblem(fields.cvc.input.value, fields.number.input.value) },
}
const updateHeight = reportHeight(form)
const all = Object.entries(fields)
/** Fields that show their error: those that lost focus, or whose input can no longer become valid. */
const shown = new Set()

function format(name, deleting) {
  const { input } = fields[name]
  const caret = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length
  const atEnd = input.selectionStart === input.value.length
  if (name === 'number') input.value = formatNumber(input.value)
  if (name === 'expiry') input.value = formatExpiry(input.value, deleting)
  if (name === 'cvc') input.value = formatCode(input.value, digitsOf(fields.number.input.value))
  if (!atEnd && document.activeElement === input) placeCaret(input, caret)
}

/** Puts the caret behind the same digit as before, after the spaces have moved. */
function placeCaret(input, digits) {
  let place = 0
  for (let seen = 0; seen < digits && place < input.value.length; place++) {
    if (/\d/.test(input.value[place])) seen++
  }
  input.setSelectionRange(place, place)
}

/** A complete but invalid value shows its error immediately, an incomplete one when the field loses focus. */
function validateField(name) {
  const problem = fields[name].problem()
  if (problem === null) shown.delete(name)
  else if (!problem.code.startsWith('incomplete')) shown.add(name)
}

function paint() {
  for (const [name, { input, problem }] of all) {
    const error = shown.has(name) ? problem() : null
    const place = find(`${name}-error`)
    if (place.textContent !== (error?.message ?? '')) place.textContent = error?.message ?? ''
    input.classList.toggle('Input--invalid', error !== null)
    if (error) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
  find('brand').dataset.brand = brandName()
  find('brand').textContent =
    { visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex', discover: 'Discover' }[brandName()] ?? ''
}

const brandName = () => brandOf(digitsOf(fields.number.input.value)).name
const firstProblem = () => all.map(([, field]) => field.problem()).find(problem => problem !== null) ?? null

let last = ''
function report() {
  const visible = all.filter(([name]) => shown.has(name)).map(([, field]) => field.problem())
  const state = {
    empty: all.every(([, { input }]) => input.value === ''),
    complete: firstProblem() === null,
    brand: brandName(),
    error: visible.find(problem => problem !== null) ?? null,
  }
  if (JSON.stringify(state) === last) return
  last = JSON.stringify(state)
  tell({ type: 'change', ...state })
}

function update() {
  paint()
  updateHeight()
  report()
}

/** A complete field moves the focus to the next, as people expect of card forms. */
const next = { number: 'expiry', expiry: 'cvc' }

for (const [name, { input, problem }] of all) {
  input.addEventListener('input', event => {
    format(name, event.inputType?.startsWith('delete') ?? false)
    validateField(name)
    // Another brand may have a shorter code.
    if (name === 'number') {
      format('cvc')
      validateField('cvc')
    }
    update()
    const full = problem() === null && input.selectionStart === input.value.length
    if (full && next[name] && event.inputType?.startsWith('insert')) fields[next[name]].input.focus()
  })
  input.addEventListener('focus', () => tell({ type: 'focus' }))
  input.addEventListener('blur', () => {
    if (input.value !== '' && problem() !== null) shown.add(name)
    update()
    tell({ type: 'blur' })
  })
  input.addEventListener('keydown', event => {
    if (event.key === 'Escape') tell({ type: 'escape' })
    if (event.key === 'Backspace' && input.value === '') focusPrevious(name)
  })
}

function focusPrevious(name) {
  const before = Object.keys(next).find(key => next[key] === name)
  if (before) fields[before].input.focus()
}

function validate() {
  for (const [name, { problem }] of all) if (problem() !== null) shown.add(name)
  update()
  all.find(([, { problem }]) => problem() !== null)?.[1].input.focus()
  return firstProblem()
}

/** The card digits go only to the provider. */
const cardData = billingDetails => ({
  type: 'card',
  card: {
    number: digitsOf(fields.number.input.value),
    exp_month: Number(digitsOf(fields.expiry.input.value).slice(0, 2)),
    exp_year: 2000 + Number(digitsOf(fields.expiry.input.value).slice(2)),
    cvc: fields.cvc.input.value,
  },
  billing_details: billingDetails,
})

async function send(message, path, parameters) {
  const error = validate()
  const answer = error ? { error } : await ask(location.origin, message.key, 'POST', path, parameters())
  tell({ type: 'answer', call: message.call, answer })
}

form.addEventListener('submit', event => event.preventDefault())
listen({
  options: ({ options }) => {
    applyLook(options)
    for (const [, { input }] of all) input.disabled = Boolean(options.disabled ?? options.readOnly)
    form.hidden = false
    updateHeight()
    tell({ type: 'ready' })
  },
  focus: () => fields.number.input.focus(),
  blur: () => document.activeElement?.blur(),
  clear: () => {
    form.reset()
    shown.clear()
    update()
  },
  validate: ({ call }) => {
    const error = validate()
    tell({ type: 'answer', call, answer: error ? { error } : {} })
  },
  confirm: message =>
    send(message, `payment_intents/${message.intent}/confirm`, () => ({
      client_secret: message.clientSecret,
      payment_method_data: cardData(message.billingDetails),
      ...message.parameters,
    })),
})
tell({ type: 'hello' })
