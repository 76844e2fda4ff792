import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { OwnSession } from '#contract/account.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { When } from '../../ui/time.tsx'
import { ownSessions, useEndSessions } from './queries.ts'

export function SessionsPanel() {
  const sessions = useQuery(ownSessions)
  const { mutateAsync: end } = useEndSessions()
  if (sessions.isPending) return <Loading />
  if (!sessions.data) return <QueryError query={sessions} />
  return (
    <KeepFocus>
      <ul className="mt-6 grid gap-5">
        {sessions.data.map(session => (
          <SessionFacts key={session.id} session={session} onEnd={() => end(session.id)} />
        ))}
      </ul>
      {sessions.data.some(({ current }) => !current) && (
        <div className="mt-8">
          <ActionButton
            className="btn-quiet"
            onPress={() => end(undefined)}
            done="You are signed out everywhere else"
          >
            Sign out everywhere else
          </ActionButton>
        </div>
      )}
    </KeepFocus>
  )
}

interface SessionFactsProps {
  session: OwnSession
  onEnd: () => Promise<unknown>
}

function SessionFacts({ session, onEnd }: SessionFactsProps) {
  const id = useId()
  const { browser, address, current, createdAt, lastUsedAt } = session
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p id={id} className="font-semibold">
          {browser ?? 'A browser'} {current && <span className="badge-quiet">This browser</span>}
        </p>
        <p className="text-sm text-soft">
          {address && <>From {address}. </>}
          Signed in <When at={createdAt} />, last used <When at={lastUsedAt} />
        </p>
      </div>
      {!current && (
        <ActionButton className="btn-sm btn-quiet" about={id} onPress={onEnd} done="This session has ended">
          Sign out
        </ActionButton>
      )}
    </li>
  )
}
