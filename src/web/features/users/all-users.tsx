import { useInfiniteQuery } from '@tanstack/react-query'
import type { ListedUser } from '#contract/users.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Paged } from '../../ui/paged.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { allUsers, usePromoteUser, useRemoveUser } from './queries.ts'

export function AllUsers() {
  const list = useInfiniteQuery(allUsers)
  return (
    <Paged list={list}>
      {rows => <Table caption="All users" columns={columns} rows={rows} keyOf={row => row._id} />}
    </Paged>
  )
}

const idOf = ({ _id }: ListedUser): string => `user-${_id}`

const columns: Column<ListedUser>[] = [
  { head: 'SN', cell: (_, index) => <span className="tabular-nums">{index + 1}</span> },
  {
    head: 'User',
    cell: user => (
      <>
        <span id={idOf(user)} className="wrap-anywhere">
          {user.email}
        </span>
        {user.verified && <span className="block text-sm text-soft">E-mail verified</span>}
      </>
    ),
  },
  { head: 'Admin User', cell: user => <Role user={user} /> },
  { head: 'Remove User', cell: user => <Removal user={user} /> },
]

function Role({ user }: { user: ListedUser }) {
  const { mutateAsync: promote } = usePromoteUser()
  if (user.role) return <span className="text-soft">Already have been Admin</span>
  return (
    <ActionButton
      className="btn-sm btn-primary"
      about={idOf(user)}
      onPress={() => promote(user.email)}
      done={`${user.email} is an admin now`}
    >
      Admin
    </ActionButton>
  )
}

function Removal({ user }: { user: ListedUser }) {
  const { mutateAsync: remove } = useRemoveUser()
  return (
    <ActionButton
      className="btn-sm btn-quiet"
      about={idOf(user)}
      onPress={() => remove(user.email)}
      done={`${user.email} was removed`}
    >
      Remove
    </ActionButton>
  )
}
