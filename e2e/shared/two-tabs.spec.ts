import type { Page } from '@playwright/test'
import { Chat } from '../support/chat'
import { playing } from '../support/dialogue'
import { frames } from '../support/frames'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { Speech } from '../support/speech'
import { expect, test } from '../support/test'

const LINES = 'The hut stands above the lake, and the path to it is steep and long.\n\n'
const [FROM_ONE, FROM_OTHER] = ['A question from one tab.', 'A question from the other tab.']

const fromTop = (page: Page, turn: number) =>
  page.evaluate((number) => {
    const view = document.querySelector('[aria-label="Conversation"]')?.getBoundingClientRect()
    const shown = document.querySelector(`[aria-label="Message ${number}"]`)?.getBoundingClientRect()
    return view && shown ? Math.round(shown.top - view.top) : null
  }, turn)

async function expectFollowed(tab: Chat, turn: number, end: () => void) {
  await expect.poll(() => fromTop(tab.page, turn)).toBe(16)
  end()
  await tab.settled(turn)
  expect(await fromTop(tab.page, turn)).toBe(16)
}

/** A conversation of three turns in two tabs. The model answers each of the questions as the test lets it. */
async function inTwoTabs(chat: Chat) {
  const speech = { [FROM_ONE]: new Speech(), [FROM_OTHER]: new Speech() }
  const server = await serveOpenAi({
    model: playing({ answer: (question) => ({ text: speech[question] ?? LINES.repeat(30) }) }),
  })
  await connect(chat.page, server)
  for (const number of [1, 2, 3]) await chat.askAndWait(`Tell me about hut ${number}.`, number)
  const other = new Chat(await chat.page.context().newPage())
  await other.open(chat.page.url())
  await other.settled(3)
  return { speech, server, other }
}

for (const [when, isQueued] of [
  ['while the other’s answer is being written', true],
  ['after the other’s answer, which this tab has not heard of', false],
] as const)
  test(`a message sent ${when} is followed in the tab that sent it`, async ({ chat, page }) => {
    const { speech, server, other } = await inTwoTabs(chat)

    if (!isQueued) await other.page.route('**/api/changes**', (route) => route.abort())
    await chat.ask(FROM_ONE)
    speech[FROM_ONE]?.say(LINES.repeat(30))
    await expect(chat.answer(4)).toContainText('The hut')
    if (isQueued) {
      await expect(other.answer(4)).toContainText('The hut')
      await other.ask(FROM_OTHER)
      await expect(other.queue).toContainText(FROM_OTHER)
      for (let i = 0; i < 20; i += 1) {
        speech[FROM_ONE]?.say(LINES.repeat(3))
        await frames(page, 2)
      }
      speech[FROM_ONE]?.end()
    } else {
      speech[FROM_ONE]?.end()
      await chat.settled(4)
      await other.ask(FROM_OTHER)
    }
    await expectFollowed(other, 5, () => speech[FROM_OTHER]?.say(LINES.repeat(30)).end())
    await server.close()
  })

test('of two messages sent at the same time, each tab follows its own', async ({ chat }) => {
  const { speech, server, other } = await inTwoTabs(chat)
  await Promise.all([chat.ask(FROM_ONE), other.ask(FROM_OTHER)])
  for (const one of [FROM_ONE, FROM_OTHER]) speech[one]?.say(LINES.repeat(30))
  await expect(chat.answer(4)).toContainText('The hut')
  const first = (await chat.turn(4).textContent())?.includes(FROM_ONE)
  const [early, late] = first ? [chat, other] : [other, chat]
  expect(await fromTop(early.page, 4)).toBe(16)
  speech[first ? FROM_ONE : FROM_OTHER]?.end()
  await expectFollowed(late, 5, () => speech[first ? FROM_OTHER : FROM_ONE]?.end())
  await server.close()
})
