import { data } from 'react-router'
import { useContent } from '../api/content.ts'
import { shopContext } from '../api/public-shop.ts'
import { Closing } from '../features/site/closing.tsx'
import { TeamGrid } from '../features/site/team-grid.tsx'
import { describe, notFound } from '../ui/meta.ts'
import type { Route } from './+types/team.ts'
import NotFound from './not-found.tsx'

export const meta = (args: Route.MetaArgs) =>
  args.matches[0].loaderData?.content.team.length === 0
    ? describe(args, notFound)
    : describe(args, { title: 'Our Team', description: args.matches[0].loaderData?.content.teamIntro })

export async function loader({ context }: Route.LoaderArgs) {
  const { team } = await context.get(shopContext).content()
  return data(null, team.length > 0 ? 200 : 404)
}

export const clientLoader = (): null => null

export default function Team() {
  const { team, teamIntro, teamClosing } = useContent()
  if (team.length === 0) return <NotFound />
  return (
    <div className="wide section">
      <h1 className="font-display text-4xl sm:text-5xl">Our Team</h1>
      <p className="mt-4 mb-12 max-w-reading text-lg text-soft">{teamIntro}</p>
      <TeamGrid team={team} heading="h2" />
      {teamClosing && <Closing closing={teamClosing} />}
    </div>
  )
}
