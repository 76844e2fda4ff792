import type { ShopContent } from '#contract/shop-content.ts'
import { Picture } from '../../ui/picture.tsx'

/** `heading` is one level below the heading above the cards. */
type Member = ShopContent['team'][number]

export const TeamGrid = ({ team, heading }: { team: readonly Member[]; heading: 'h2' | 'h3' }) => (
  <ul className="team-grid">
    {team.map((member, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: members may be alike, and their order is all that tells them apart
      <li key={index}>
        <TeamCard member={member} heading={heading} />
      </li>
    ))}
  </ul>
)

function TeamCard({ member, heading: Heading }: { member: Member; heading: 'h2' | 'h3' }) {
  return (
    <article className="team-card">
      {member.picture && <Picture src={member.picture} alt="" sizes="112px" className="portrait" />}
      <div>
        <Heading className="font-display text-xl leading-snug">{member.name}</Heading>
        <p className="text-primary">{member.role}</p>
        <p className="mt-2 text-soft">{member.bio}</p>
      </div>
    </article>
  )
}
