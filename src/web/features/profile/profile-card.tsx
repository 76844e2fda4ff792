import type { Profile } from '#contract/profiles.ts'

export function ProfileCard({ profile }: { profile: Profile }) {
  const rows: [string, string][] = [
    ['Name', profile.name],
    ['Email', profile.email],
    ['Address', profile.address],
    ['Education', profile.education],
    ['Mobile number', profile.mobileNumber],
  ]
  return (
    <dl className="panel profile-facts">
      {rows.map(([head, value]) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>{value || 'Not given yet'}</dd>
        </div>
      ))}
      <div>
        <dt>LinkedIn</dt>
        <dd>
          <LinkedIn address={profile.linkedin} />
        </dd>
      </div>
    </dl>
  )
}

/** Only web addresses become links: `javascript:` and the like stay text. */
function LinkedIn({ address }: { address: string }) {
  if (!address) return 'Not given yet'
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return address
  return (
    <a href={url.href} className="link-quiet" rel="noopener noreferrer nofollow" target="_blank">
      {address}
    </a>
  )
}
