import { test as base, expect } from '@playwright/test'
import { Chat } from './chat'
import { claimPerson, signedIn } from './people'
import { watch } from './watch'

/**
 * A test with a chat page; in the project `shared` it has its own signed-in person. It fails on anything that
 * `watch` records; a test that causes a fault on purpose empties `faults`.
 */
export const test = base.extend<{ chat: Chat; faults: string[] }>({
  context: async ({ context }, use, info) => {
    if (info.project.name === 'shared') await context.addCookies([signedIn(claimPerson())])
    await use(context)
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
