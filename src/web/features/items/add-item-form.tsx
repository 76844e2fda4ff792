import { useState } from 'react'
import { centsOf, formatDollars, maxPrice } from '#domain/money.ts'
import { maxQuantity } from '#domain/stock.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { Form, type Rule, type Rules, required, type Values } from '../../ui/form.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { explainItem, type ItemWords, useAddItem } from './add-item.ts'
import { ImageField } from './image-field.tsx'
import { pictureRefusal } from './picture-rules.ts'

export function AddItemForm() {
  const { add, share } = useAddItem()
  const [picture, setPicture] = useState<File>()

  async function send(values: Values) {
    if (!picture) return
    await add(wordsOf(values), picture)
    setPicture(undefined)
    toast('Add Item success')
  }

  return (
    <Form rules={rulesOf(picture)} onSend={send} explain={explainItem} resets className="grid gap-4">
      <Field name="name" label="Name" maxLength={120} />
      <TextArea name="description" label="Description" maxLength={4000} />
      <div className="number-row">
        <Field
          name="availableQuantity"
          label="Quantity"
          type="number"
          inputMode="numeric"
          min={0}
          max={maxQuantity}
        />
        <Field
          name="mustQuantity"
          label="Must quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={maxQuantity}
        />
        <Field name="price" label="Price ($)" type="number" inputMode="decimal" min={0.01} step={0.01} />
      </div>
      <ImageField file={picture} onChoose={setPicture} share={share} />
      <Submit>ADD ITEM</Submit>
    </Form>
  )
}

/** A required message is the spec's, to the letter; the bounds are the shop's own. */
const rulesOf = (picture: File | undefined): Rules => ({
  name: required('Name is required'),
  description: required('Description is required'),
  availableQuantity: wholeNumber('Quantity is required', 0),
  mustQuantity: (value, values) =>
    wholeNumber('Must quantity is required', 1)(value, values) ??
    (values.availableQuantity && Number(value) > Number(values.availableQuantity)
      ? 'The must quantity cannot be more than the quantity.'
      : undefined),
  price: priceRule,
  image: () => (picture ? pictureRefusal(picture) : 'Image is required'),
})

const wholeNumber =
  (missing: string, least: number): Rule =>
  value => {
    if (value === '') return missing
    const number = Number(value)
    if (!Number.isSafeInteger(number)) return 'Please enter a whole number.'
    if (number < least) return `Please enter at least ${least}.`
    return number > maxQuantity ? `Please enter at most ${maxQuantity.toLocaleString('en-US')}.` : undefined
  }

const priceRule: Rule = value => {
  if (value === '') return 'Price is required'
  const cents = centsOf(Number(value))
  if (cents === undefined) return 'Please enter dollars with at most two decimals.'
  if (cents < 1) return 'The price is at least $0.01.'
  return cents > maxPrice ? `The price is at most ${formatDollars(maxPrice / 100)}.` : undefined
}

const wordsOf = (values: Values): ItemWords => ({
  name: values.name ?? '',
  description: values.description ?? '',
  availableQuantity: Number(values.availableQuantity),
  mustQuantity: Number(values.mustQuantity),
  price: Number(values.price),
})
