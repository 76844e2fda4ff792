// Runs on whatever Node the machine has and needs nothing installed:
//   node scripts/bootstrap.mjs [--build] [NODE'S OWN FLAGS] FILE [ARGUMENTS]
// This file only looks at that Node, so it is written for any that knows modules; the rest is written for Node 20.
const { node } = process.versions

if (Number(node.split('.')[0]) >= 20) {
  import('./bootstrap/main.mjs')
} else {
  console.error(
    `\nThe shop needs Node 20 or newer, and this is Node ${node}. Get one from https://nodejs.org\n`,
  )
  process.exitCode = 1
}
