// Runs on any Node of the machine and needs no installed packages:
//   node scripts/bootstrap.mjs [--build] [NODE'S OWN FLAGS] FILE [ARGUMENTS]
// This file only checks the version, so it runs on every Node with ES modules; the rest needs Node 20.
const { node } = process.versions

if (Number(node.split('.')[0]) >= 20) {
  import('./bootstrap/main.mjs')
} else {
  console.error(
    `\nThe shop needs Node 20 or newer, and this is Node ${node}. Get one from https://nodejs.org\n`,
  )
  process.exitCode = 1
}
