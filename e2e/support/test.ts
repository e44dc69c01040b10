import { test as base, expect } from '@playwright/test'
import { Chat } from './chat'
import { signedIn, somebodyNew } from './people'
import { watch } from './watch'

/**
 * A test with a chat page. In the project `shared` it is a person of its own, signed in by cookie. At the end
 * nothing may have happened that `watch` knows; a test that causes such a thing on purpose empties `faults`.
 */
export const test = base.extend<{ chat: Chat; faults: string[] }>({
  context: async ({ context }, use, info) => {
    if (info.project.name === 'shared') await context.addCookies([signedIn(somebodyNew())])
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
