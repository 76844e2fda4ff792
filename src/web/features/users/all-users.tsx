import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ListedUser } from '#contract/users.ts'
import { undoShownMs } from '#domain/removal.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FoundCount } from '../../ui/found-count.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { Paged } from '../../ui/paged.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { isByKeyboard, toast } from '../../ui/toast.tsx'
import { useSearch } from '../../ui/use-filter.ts'
import { DemoteDialog, DemoteLink } from './demote-user.tsx'
import { allUsers, useBringBackUser, usePromoteUser, useRemoveUser } from './queries.ts'
import { UserFacts } from './user-facts.tsx'

export function AllUsers() {
  const [search, show] = useSearch()
  const list = useInfiniteQuery(allUsers(search))
  return (
    <>
      <SearchForm label="Search users" placeholder="Email or name" search={search} onSearch={show} />
      <div aria-busy={list.isPlaceholderData} className="found-items">
        <FoundCount list={list} noun="user" isSearch={search !== ''} />
        <Paged list={list} empty={<NoUsers search={search} />}>
          {rows => <Table caption="All users" columns={columns} rows={rows} keyOf={row => row._id} />}
        </Paged>
      </div>
      <DemoteDialog />
    </>
  )
}

const NoUsers = ({ search }: { search: string }) => (
  <EmptyState title={`No email or name contains “${search}”.`}>
    <Link to={paths.allUsers} className="btn btn-primary">
      Show all users
    </Link>
  </EmptyState>
)

const idOf = ({ _id }: ListedUser): string => `user-${_id}`

const columns: Column<ListedUser>[] = [
  { head: 'SN', cell: (_, index) => <span className="tabular-nums">{index + 1}</span> },
  { head: 'User', cell: user => <UserFacts user={user} id={idOf(user)} /> },
  { head: 'Admin User', cell: user => <Role user={user} /> },
  { head: 'Remove User', cell: user => <RemoveButton user={user} /> },
]

function Role({ user }: { user: ListedUser }) {
  const { mutateAsync: promote } = usePromoteUser()
  return (
    <KeepFocus>
      {user.role ? (
        <>
          <span className="text-soft">Already have been Admin</span>
          <DemoteLink email={user.email} about={idOf(user)} />
        </>
      ) : (
        <ActionButton
          className="btn-sm btn-quiet"
          about={idOf(user)}
          onPress={() => promote(user.email)}
          done={`${user.email} is now an admin`}
        >
          Admin
        </ActionButton>
      )}
    </KeepFocus>
  )
}

function RemoveButton({ user }: { user: ListedUser }) {
  const { mutateAsync: remove } = useRemoveUser()
  const bringBack = useBringBackUser()
  const { email } = user
  return (
    <ActionButton
      className="btn-sm btn-quiet"
      about={idOf(user)}
      onPress={async () => {
        const byKeyboard = isByKeyboard()
        await remove(email)
        toast(`${email} was removed`, 'good', {
          lifetime: undoShownMs,
          action: { name: 'Undo', onPress: () => bringBack(email), byKeyboard },
        })
      }}
    >
      Remove
    </ActionButton>
  )
}
