import { type Member, team } from '../../content/team.ts'
import { Picture } from '../../ui/picture.tsx'

/** `heading` is one level below the heading above the cards. */
export const TeamGrid = ({ heading }: { heading: 'h2' | 'h3' }) => (
  <ul className="team-grid">
    {team.map(member => (
      <li key={member.id}>
        <TeamCard member={member} heading={heading} />
      </li>
    ))}
  </ul>
)

function TeamCard({ member, heading: Heading }: { member: Member; heading: 'h2' | 'h3' }) {
  return (
    <article className="team-card">
      <Picture src={member.picture} alt="" sizes="112px" className="portrait" />
      <div>
        <Heading className="font-display text-xl leading-snug">{member.name}</Heading>
        <p className="text-primary">{member.role}</p>
        <p className="mt-2 text-soft">{member.bio}</p>
      </div>
    </article>
  )
}
