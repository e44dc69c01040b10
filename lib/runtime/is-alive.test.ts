import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { isAlive } from './is-alive'

it('knows a living process, a dead one, and a number that was given away again', () => {
  const now = new Date()
  expect(isAlive(process.pid, now)).toBe(true)
  expect(isAlive(spawnSync(process.execPath, ['-e', '']).pid, now)).toBe(false)
  if (process.platform === 'linux')
    expect(isAlive(process.pid, new Date(now.getTime() - 86_400_000))).toBe(false)
})
