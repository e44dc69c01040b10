import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { forgetOnce, once } from '@/lib/shared/once'

/** Shared memory where there is some, unless `TMPDIR` names another place. */
export const testPlace = () => (os.tmpdir() === '/tmp' && existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir())

/**
 * Where this process keeps its test databases. A process that ends by itself takes the folder along; one that
 * is ended calls `removeTestFolder` before.
 */
export const testFolder = () =>
  once('test-folder', () => {
    once('test-folder-removal', () => process.once('exit', removeTestFolder))
    return mkdtempSync(`${testPlace()}/mneme-test-`)
  })

/** Removes what `testFolder` made, if it made one; the next call makes another. */
export function removeTestFolder(): void {
  const made = once<string | null>('test-folder', () => null)
  if (made) rmSync(made, { recursive: true, force: true })
  forgetOnce('test-folder')
  forgetOnce('test-base')
}
