import { useId } from 'react'
import { data } from 'react-router'
import { useContent } from '../api/content.ts'
import { shopContext } from '../api/public-shop.ts'
import { Closing } from '../features/site/closing.tsx'
import { describe, notFound } from '../ui/meta.ts'
import type { Route } from './+types/portfolio.ts'
import NotFound from './not-found.tsx'

export const meta = (args: Route.MetaArgs) =>
  args.matches[0].loaderData?.content.portfolio === null
    ? describe(args, notFound)
    : describe(args, { title: 'Portfolio', description: args.matches[0].loaderData?.content.portfolio?.text })

export async function loader({ context }: Route.LoaderArgs) {
  const { portfolio } = await context.get(shopContext).content()
  return data(null, portfolio ? 200 : 404)
}

export const clientLoader = (): null => null

export default function Portfolio() {
  const { portfolio } = useContent()
  if (!portfolio) return <NotFound />
  return (
    <div className="wide section">
      <h1 className="font-display text-4xl sm:text-5xl">Portfolio</h1>
      <p className="mt-4 mb-12 max-w-reading text-lg text-soft">{portfolio.text}</p>
      <ul className="skills">
        {portfolio.skills.map((skill, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two skills may have one name
          <li key={index}>
            <Skill {...skill} />
          </li>
        ))}
      </ul>
      {portfolio.closing && <Closing closing={portfolio.closing} />}
    </div>
  )
}

function Skill({ name, level }: { name: string; level: number }) {
  const id = useId()
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <span id={id} className="font-display text-xl">
          {name}
        </span>
        <span className="tabular-nums text-soft">{level}%</span>
      </div>
      <progress className="bar mt-3" max={100} value={level} aria-labelledby={id} />
    </>
  )
}
