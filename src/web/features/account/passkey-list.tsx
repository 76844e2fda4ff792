import { useId, useState } from 'react'
import { type Passkey, passkeyForm } from '#contract/factors.ts'
import { hasPasskeys } from '../../api/has-passkeys.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { When } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './factor-queries.ts'

const rules = rulesOf(passkeyForm)

export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const titleId = useId()
  const add = useAddPasskey()
  const [isAdding, setAdding] = useState(false)
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="font-display text-lg">
        Passkeys
      </h3>
      <p className="mt-1 text-soft">
        Sign in with your fingerprint, your face or your device’s PIN instead of a password. Adding one signs
        you out of all other browsers.
      </p>
      <KeepFocus>
        {passkeys.length > 0 && (
          <ul aria-label="Your passkeys" className="mt-4 grid gap-3">
            {passkeys.map(passkey => (
              <Entry key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
        <div className="mt-4">
          {isAdding ? (
            <NameForm
              submit="Continue"
              onCancel={() => setAdding(false)}
              onSend={async given => {
                await add(given)
                setAdding(false)
                toast('Your passkey is ready')
              }}
            />
          ) : hasPasskeys() ? (
            <button type="button" className="btn btn-quiet" onClick={() => setAdding(true)}>
              Add a passkey
            </button>
          ) : (
            <p className="text-soft">This browser cannot use passkeys here. They need https, or localhost.</p>
          )}
        </div>
      </KeepFocus>
    </section>
  )
}

function Entry({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const nameId = useId()
  const rename = useRenamePasskey()
  const remove = useRemovePasskey()
  const [isRenaming, setRenaming] = useState(false)
  return (
    <li className="panel flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <p id={nameId} className="wrap-anywhere font-semibold">
          {name}
        </p>
        <p className="text-sm text-soft">
          Added <When at={createdAt} />
          {lastUsedAt && (
            <>
              , last used <When at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {isRenaming ? (
        <NameForm
          name={name}
          submit="Save"
          onCancel={() => setRenaming(false)}
          onSend={async given => {
            await rename({ id, ...given })
            setRenaming(false)
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-sm btn-quiet"
            aria-describedby={nameId}
            onClick={() => setRenaming(true)}
          >
            Rename
          </button>
          <ActionButton
            className="btn-sm btn-quiet"
            about={nameId}
            onPress={() => remove(id)}
            done="The passkey is removed"
          >
            Remove
          </ActionButton>
        </div>
      )}
    </li>
  )
}

interface NameFormProps {
  name?: string
  submit: string
  onSend: (given: { name: string }) => Promise<void>
  onCancel: () => void
}

const NameForm = ({ name, submit, onSend, onCancel }: NameFormProps) => (
  <Form rules={rules} onSend={onSend} className="grid max-w-md gap-3">
    <Field
      name="name"
      label="Name this passkey"
      placeholder="My phone"
      autoComplete="off"
      defaultValue={name}
    />
    <div className="flex flex-wrap gap-3">
      <Submit>{submit}</Submit>
      <button type="button" className="btn btn-quiet" onClick={onCancel}>
        Cancel
      </button>
    </div>
  </Form>
)
