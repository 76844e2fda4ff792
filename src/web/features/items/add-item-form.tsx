import { useState } from 'react'
import { newItemForm } from '#contract/items.ts'
import { AmountField, priceInput } from '../../ui/amount-field.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Form, withRules } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAddItem } from './add-item.ts'
import { useFurtherPictures } from './further-pictures.ts'
import { MoreAboutItem } from './more-about-item.tsx'
import { PictureField } from './picture-field.tsx'
import { pictureRefusal } from './picture-rules.ts'
import { explainItem } from './picture-upload.ts'

const shapeRules = rulesOf(newItemForm)

export function AddItemForm() {
  const { add, share } = useAddItem()
  const [picture, setPicture] = useState<File>()
  const further = useFurtherPictures([])
  const refusal = picture ? pictureRefusal(picture) : 'Image is required'
  const rules = withRules(shapeRules, () => ({ ...(refusal && { image: refusal }), ...further.faults }))
  return (
    <Form
      rules={rules}
      onSend={async item => {
        if (!picture) return
        await add({ ...item, pictures: [...further.pictures] }, picture)
        setPicture(undefined)
        further.setPictures([])
        toast('Add Item success')
      }}
      explain={explainItem}
      resets
      className="grid gap-4"
    >
      <Field name="name" label="Name" />
      <TextArea name="description" label="Description" />
      <div className="number-row">
        <Field name="availableQuantity" label="Quantity" type="number" inputMode="numeric" />
        <Field name="mustQuantity" label="Must quantity" type="number" inputMode="numeric" />
        <AmountField {...priceInput()} name="price" label="Price" />
      </div>
      <PictureField file={picture} onChoose={setPicture} share={share} />
      <MoreAboutItem further={further} />
      <Submit>ADD ITEM</Submit>
    </Form>
  )
}
