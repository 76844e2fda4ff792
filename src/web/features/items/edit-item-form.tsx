import { useState } from 'react'
import { editedItem, type ManagedItem } from '#contract/managed-items.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { AmountField, priceInput } from '../../ui/amount-field.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Form, withRules } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { EditConflict, explainChange } from './edit-conflict.tsx'
import { useEditItem } from './edit-item.ts'
import { useFurtherPictures } from './further-pictures.ts'
import { MoreAboutItem } from './more-about-item.tsx'
import { PictureField } from './picture-field.tsx'
import { pictureRefusal } from './picture-rules.ts'

const shapeRules = rulesOf(editedItem)

export function EditItemForm({ item }: { item: ManagedItem }) {
  const { seen, theirs, formKey, share, save, setHidden, takeTheirs } = useEditItem(item)
  const [picture, setPicture] = useState<File>()
  const further = useFurtherPictures(item.pictures)
  const refusal = picture && pictureRefusal(picture)
  const acceptTheirs = () => {
    takeTheirs()
    setPicture(undefined)
    if (theirs) further.setPictures(theirs.pictures)
  }
  const rules = withRules(shapeRules, () => ({ ...(refusal && { image: refusal }), ...further.faults }))
  return (
    <Form
      rules={rules}
      onSend={async values => {
        const saved = await save(values, { file: picture, further: further.pictures })
        setPicture(undefined)
        toast(saved ? `${values.name} was saved` : 'There are no changes to save.')
      }}
      explain={explainChange}
      className="edit-item grid gap-4"
    >
      <div key={formKey} className="grid gap-4">
        <Field name="name" label="Name" defaultValue={seen.name} />
        <TextArea name="description" label="Description" defaultValue={seen.description} />
        <div className="number-row">
          <Field
            name="mustQuantity"
            label="Must quantity"
            type="number"
            inputMode="numeric"
            defaultValue={seen.mustQuantity}
          />
          <AmountField {...priceInput()} name="price" label="Price" defaultValue={seen.price} />
        </div>
        <PictureField file={picture} onChoose={setPicture} current={seen.photoUrl} share={share} />
        <MoreAboutItem seen={seen} further={further} />
      </div>
      {theirs && <EditConflict seen={seen} theirs={theirs} onTake={acceptTheirs} />}
      <div className="panel-foot">
        <Submit>Save</Submit>
        <ActionButton
          className="btn-quiet"
          onPress={() => setHidden(!item.hidden)}
          done={item.hidden ? `${item.name} is shown again` : `${item.name} is hidden`}
        >
          {item.hidden ? 'Show again' : 'Hide'}
        </ActionButton>
      </div>
    </Form>
  )
}
