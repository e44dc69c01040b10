import { afterAll, afterEach, beforeEach, inject, vi } from 'vitest'
import { setEnv } from '@/lib/config/env'
import { removeTestFolder } from '@/lib/db/testing-folder'
import { forgetAll, once } from '@/lib/shared/once'

const migrated = inject('migratedFile')
if (migrated) once('test-base', async () => migrated)

/** An unexpected console.error fails the test that caused it. */
let error: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  error = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  const calls = error.mock.calls
  error.mockRestore()
  if (calls.length)
    throw new Error(
      `unexpected console.error: ${calls.map((call: unknown[]) => call.map(String).join(' ')).join('\n')}`,
    )
})

/** So does a leak of listeners, of which Node warns at the eleventh. */
const leaks = once('test-leaks', () => {
  const found: Error[] = []
  process.on('warning', (warning) => {
    if (warning.name === 'MaxListenersExceededWarning') found.push(warning)
  })
  return found
})
afterEach(() => {
  if (leaks.length) throw new Error(`a leak of listeners: ${leaks.splice(0).map(String).join('\n')}`)
})

// Files share a process: each begins with its environment and umask, and without what others made once.
// Vitest ends its processes without the event 'exit'.
const umask = process.umask()
afterAll(() => {
  process.umask(umask)
  setEnv(undefined)
  forgetAll((key) => !key.startsWith('test-'))
  removeTestFolder()
})
