import { test as base, expect } from '@playwright/test'
import { Chat } from './chat'
import { claimPerson, dropJobs, signedIn } from './people'
import { watch } from './watch'

/**
 * A test with a chat page; in the project `shared` it has its own signed-in person. It fails on anything that
 * `watch` records; a test that causes a fault on purpose empties `faults`.
 */
export const test = base.extend<{ chat: Chat; faults: string[] }>({
  context: async ({ context }, use, info) => {
    const person = info.project.name === 'shared' ? claimPerson() : null
    if (person) await context.addCookies([signedIn(person)])
    await use(context)
    if (person) dropJobs(person)
  },
  faults: [
    async ({ context }, use) => {
      const faults = watch(context)
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
  chat: async ({ page }, use) => use(new Chat(page)),
})
export { expect }
