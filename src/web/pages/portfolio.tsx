import { closings } from '../content/closings.ts'
import { developer } from '../content/portfolio.ts'
import { Closing } from '../features/site/closing.tsx'
import { describe } from '../ui/meta.ts'
import type { Route } from './+types/portfolio.ts'

export const meta = (args: Route.MetaArgs) =>
  describe(args, { title: 'Portfolio', description: developer.text })

export default function Portfolio() {
  return (
    <div className="wide section">
      <h1 className="font-display text-4xl sm:text-5xl">Portfolio</h1>
      <p className="mt-4 mb-12 max-w-reading text-lg text-soft">{developer.text}</p>
      <ul className="skills">
        {developer.skills.map(skill => (
          <li key={skill.name}>
            <Skill {...skill} />
          </li>
        ))}
      </ul>
      <Closing closing={closings.portfolio} />
    </div>
  )
}

function Skill({ name, level }: { name: string; level: number }) {
  const id = `skill-${name}`
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
