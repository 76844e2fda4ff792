import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'

const root = join(import.meta.dirname, '..')
const unit = readFileSync(join(root, 'deploy/systemd/tuckshop-backup.service'), 'utf8')

/** The unit's command lines of one kind, as systemd runs them, but in a folder of the test. */
function commands(kind: string, home: string): string[] {
  const lines = unit.matchAll(new RegExp(`^${kind}=\\+?(.*)$`, 'gm'))
  const own = `-o ${process.getuid?.()} -g ${process.getgid?.()}`
  return [...lines].map(([, line = '']) => {
    assert.doesNotMatch(line.replaceAll(/\$\$|%%/g, ''), /[$%]/, 'systemd would put something else here')
    return line
      .replaceAll(/\$\$|%%/g, ([sign = '']) => sign)
      .replaceAll('-o tuckshop -g tuckshop', own)
      .replaceAll(/\/(opt|var\/backups)\/tuckshop/g, place => home + place)
  })
}

/** A fake of the unpacked shop that records its arguments. */
const program = '#!/bin/sh\nprintf "%s" "$*" > said\necho backup > "$2"\n'

/** Fails if a special character of systemd is not doubled, or if a folder is used before it is created. */
test('the unit of the backup timer makes one backup and keeps the fourteen newest', t => {
  const home = mkdtempSync(join(tmpdir(), 'tuckshop-timer-'))
  t.onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const [shop, kept] = [join(home, 'opt/tuckshop/current'), join(home, 'var/backups/tuckshop')]
  mkdirSync(shop, { recursive: true })
  writeFileSync(join(shop, 'tuckshop'), program, { mode: 0o755 })
  const run = (kind: string) => {
    for (const command of commands(kind, home)) execFileSync('/bin/sh', ['-c', command], { cwd: home })
  }
  run('ExecStartPre')
  for (let day = 10; day < 30; day++) {
    const file = join(kept, `shop-202610${day}-031500.tar`)
    writeFileSync(file, '')
    const then = new Date(`2026-10-${day}T03:15:00Z`)
    utimesSync(file, then, then)
  }
  writeFileSync(join(kept, 'shop-20261001-031500.tar.part'), 'cut off')
  writeFileSync(join(kept, 'notes.txt'), 'somebody’s own')

  run('ExecStart')
  const made = readFileSync(join(home, 'said'), 'utf8')
  assert.match(made, /^backup \/\S+\/var\/backups\/tuckshop\/shop-20\d{6}-\d{6}\.tar$/)
  run('ExecStartPost')
  const names = readdirSync(kept).sort()
  const days = Array.from({ length: 13 }, (_, n) => `shop-202610${17 + n}-031500.tar`)
  const newest = made.split('/').at(-1) ?? ''
  assert.deepEqual(names, ['notes.txt', ...days, newest].sort())
})
