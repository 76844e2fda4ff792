import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { countOf } from '../../ui/count.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PartError } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useContentDraft } from './draft-context.ts'
import { subscriberCount } from './queries.ts'

/** Who gets the newsletter: how many they are, the file with all of them, and the removal of one. */
export function Subscribers() {
  const { newsletter } = useContentDraft().content
  const subscribers = useQuery(subscriberCount)
  if (subscribers.isPending) return newsletter && <Skeleton />
  if (subscribers.isError)
    return newsletter && <PartError query={subscribers} what="The number of subscribers" />
  const { count, canSubscribe } = subscribers.data
  if (!newsletter && count === 0) return null
  return (
    <section className="content-part" aria-labelledby="subscribers">
      <h3 id="subscribers" className="font-display text-lg">
        {count === 0 ? 'No subscribers yet' : countOf(count, 'subscriber')}
      </h3>
      <p className="field-hint">
        {canSubscribe
          ? 'Visitors confirm their address by email before they are on the list. Your shop does not send the newsletter itself. Import the file into your newsletter tool.'
          : 'Your shop cannot send emails yet, so visitors do not see this box. Ask whoever runs your server to set up email (SMTP_URL).'}
      </p>
      {count > 0 && (
        <>
          <ActionButton
            className="btn-sm btn-quiet mt-3"
            onPress={() => download('GET /newsletter.csv', {})}
            done="The file is in your downloads."
          >
            Export as CSV
          </ActionButton>
          <RemoveSubscriber />
        </>
      )}
    </section>
  )
}

/** It has no form of its own, because it stands inside of one. */
function RemoveSubscriber() {
  const id = useId()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [error, setError] = useState('')
  const removal = useMutation({
    mutationFn: (address: string) => call('DELETE /newsletter/{email}', { params: { email: address } }),
    onSuccess: async () => {
      toast('The address was removed from the list.')
      setEmail('')
      await client.invalidateQueries({ queryKey: subscriberCount.queryKey })
    },
    onError: refused => setError(sentenceOf(refused)),
  })

  function remove(): void {
    if (removal.isPending) return
    const address = email.trim()
    const isEmail = /^[^\s@]+@[^\s@]+$/.test(address)
    setError(isEmail ? '' : 'Enter an email address.')
    if (isEmail) removal.mutate(address)
  }

  return (
    <div className="mt-4">
      <label className="field-label" htmlFor={id}>
        Remove an address
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          id={id}
          type="email"
          autoComplete="off"
          className="input field-input min-w-0 flex-1"
          value={email}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          onChange={event => setEmail(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            // Would save the whole form.
            event.preventDefault()
            remove()
          }}
        />
        <button type="button" className="btn btn-quiet" aria-disabled={removal.isPending} onClick={remove}>
          Remove from the list
        </button>
      </div>
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  )
}
