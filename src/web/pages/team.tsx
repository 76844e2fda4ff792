import { closings } from '../content/closings.ts'
import { Closing } from '../features/site/closing.tsx'
import { TeamGrid } from '../features/site/team-grid.tsx'
import { describe } from '../ui/meta.ts'
import type { Route } from './+types/team.ts'

const intro = 'The people who draw, make, pack and answer. There are few of us, and that is how we like it.'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Our Team', description: intro })

export default function Team() {
  return (
    <div className="wide section">
      <h1 className="font-display text-4xl sm:text-5xl">Our Team</h1>
      <p className="mt-4 mb-12 max-w-reading text-lg text-soft">{intro}</p>
      <TeamGrid heading="h2" />
      <Closing closing={closings.team} />
    </div>
  )
}
