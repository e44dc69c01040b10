import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import type { Chat } from '../support/chat'
import { openFacts, row } from '../support/facts'
import { frames, restingTop, topOf } from '../support/frames'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'

const SAMPLE = 'Explore a sample'
/** A turn starts this far below the top of the view. */
const BELOW = 16

async function openSample(chat: Chat, page: Page) {
  await chat.open()
  await page.getByRole('button', { name: SAMPLE }).click()
  await expect(chat.turn(40)).toBeVisible()
}

/** Where a turn's top is below the top of the view in each frame of 1.5 s, and whether Markdown shows raw. */
async function landing(page: Page, number: number, act: () => Promise<void>) {
  await page.evaluate((number) => {
    const frames: { top: number; raw: boolean }[] = []
    const until = performance.now() + 20_000
    let last = until
    const isSeen = (element: Element, view: DOMRect) => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > view.top && top < view.bottom
    }
    const look = () => {
      const now = performance.now()
      const view = document.querySelector('[aria-label="Conversation"]')?.getBoundingClientRect()
      const turn = document.querySelector(`[aria-label="Message ${number}"]`)
      if (view && turn) {
        if (last === until) last = now + 1_500
        const raw = [...document.querySelectorAll('[data-later]')].some((one) => isSeen(one, view))
        frames.push({ top: Math.round(turn.getBoundingClientRect().top - view.top), raw })
      }
      if (now < last) requestAnimationFrame(look)
      else Object.assign(window, { landed: frames })
    }
    requestAnimationFrame(look)
  }, number)
  await act()
  const frames = await page.waitForFunction(
    () => (window as unknown as { landed?: { top: number; raw: boolean }[] }).landed,
  )
  const seen = (await frames.jsonValue()) ?? []
  expect(seen.length).toBeGreaterThan(10)
  return { tops: [...new Set(seen.map(({ top }) => top))], raw: seen.some(({ raw }) => raw) }
}

for (const source of [1, 2, 3, 5])
  test(`citation ${source} lands under the header, stays there, and Back returns to where it stood`, async ({
    chat,
    page,
  }) => {
    await openSample(chat, page)
    const pill = chat.answer(40).getByRole('link', { name: new RegExp(`^Source ${source}:`) })
    const number = Number(/Message (\d+)/.exec((await pill.getAttribute('aria-label')) ?? '')?.[1])
    await pill.scrollIntoViewIfNeeded()
    const before = await restingTop(pill)
    if (number > 30) {
      await pill.click()
      await expect.poll(() => topOf(chat.turn(number))).toBeLessThan(120)
    } else {
      const { tops, raw } = await landing(page, number, () => pill.click())
      expect(tops).toEqual([BELOW])
      expect(raw).toBe(false)
    }
    await page.goBack()
    await expect.poll(async () => Math.abs((await topOf(pill)) - before)).toBeLessThan(3)
    await frames(page, 40)
    expect(Math.abs((await topOf(pill)) - before)).toBeLessThan(3)
  })

test('a citation of another conversation lands there, and Back returns to where it stood', async ({
  chat,
  page,
}) => {
  await chat.open()
  const boat = madeUpName()
  for (let turn = 1; turn <= 6; turn += 1)
    await chat.askAndWait(
      turn === 4 ? `The insurer of our boat is ${boat}.` : `A note about ${madeUpName()}.`,
      turn,
    )
  const talk = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await chat.startAnother()
  for (let turn = 1; turn <= 3; turn += 1) await chat.askAndWait(`My neighbour is ${madeUpName()}.`, turn)
  await chat.askAndWait('What did I say about the insurer of our boat?', 4)
  const pill = chat.answer(4).getByRole('link', { name: /^Source 1: Message 4 in “/ })
  await pill.scrollIntoViewIfNeeded()
  const before = await topOf(pill)
  await pill.click()
  await expect(page.getByRole('heading', { name: talk, level: 1 })).toBeVisible()
  await expect.poll(() => topOf(chat.turn(4))).toBeLessThan(120)
  await page.goBack()
  await expect(page.getByText('What did I say about the insurer of our boat?').last()).toBeVisible()
  await expect.poll(async () => Math.abs((await topOf(pill)) - before)).toBeLessThan(3)
})

test('an answer from facts cites other conversations by number from its first word on', async ({
  chat,
  page,
}) => {
  await chat.begin('My favourite colour is green.')
  await chat.startAnother()
  await chat.askAndWait('I drive a white Volvo.', 1)
  await openFacts(page)
  for (const fact of ['green', 'Volvo']) await expect(row(page, fact)).toBeVisible()
  await chat.open()
  await page.evaluate(() => {
    const shown: string[] = []
    const look = () => {
      shown.push(document.querySelector('[aria-label="Answer"]')?.textContent ?? '')
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { shown })
  })
  await chat.askAndWait('Tell me everything you know about me', 1)
  await expect(chat.answer(1)).toContainText('Volvo')
  await expect(chat.answer(1).getByRole('link', { name: /^Source \d: Message 1 in/ })).toHaveCount(2)
  await expect(chat.answer(1)).not.toContainText('of another conversation')
  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown)
  expect(shown.some((text) => text.includes('Volvo'))).toBe(true)
  expect(shown.filter((text) => text.includes('of another conversation'))).toEqual([])
})

test('a turn opened from the address stays under the header until the reader scrolls', async ({
  chat,
  page,
}) => {
  await openSample(chat, page)
  const pill = chat.answer(40).getByRole('link', { name: /^Source 1:/ })
  const address = (await pill.getAttribute('href')) ?? ''
  await page.goto(address)
  const view = page.getByRole('region', { name: 'Conversation' })
  const below = async () => Math.round((await topOf(chat.turn(15))) - (await topOf(view)))
  await expect.poll(below).toBe(BELOW)
  await frames(page, 60)
  expect(await below()).toBe(BELOW)
  await view.hover()
  await page.mouse.wheel(0, 300)
  await expect.poll(below).toBeLessThan(-200)
  await frames(page, 30)
  expect(await below()).toBeLessThan(-200)
})

test('the line that opens the thinking stays where it was clicked', async ({ chat, page }) => {
  await openSample(chat, page)
  for (const place of [-1, -2]) {
    const line = page.getByRole('button', { name: /^Thought/ }).nth(place)
    await line.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const before = await restingTop(line)
    await line.click()
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    for (let look = 0; look < 5; look += 1) {
      expect(Math.abs((await topOf(line)) - before)).toBeLessThan(2)
      await frames(page, 6)
    }
  }
})

test('every citation of the sample’s last answer shows an excerpt; nobody is said to have chosen', async ({
  chat,
  page,
}) => {
  await openSample(chat, page)
  for (const source of [1, 2, 3, 4, 5]) {
    const pill = chat.answer(40).getByRole('link', { name: new RegExp(`^Source ${source}:`) })
    await pill.hover()
    const card = page.getByRole('region', { name: `Source ${source}`, exact: true })
    await expect(card).toContainText(/[\p{L}\d]+(\s+\S+){8}/u)
    await expect(card).not.toContainText('Click to open it.')
    await page.mouse.move(2, 2)
    await expect(card).toHaveCount(0)
  }
  await chat.inspect(40)
  await expect(page.getByText(/^Standard: .* Prepared for the sample\./)).toBeVisible()
})

test('Memory now follows the turn in view', async ({ chat, page }) => {
  await openSample(chat, page)
  const shown = page
    .getByRole('complementary', { name: 'About this message' })
    .getByRole('heading', { level: 2 })
  await expect(shown).toHaveText('Message 40, the latest')
  await chat.turn(37).evaluate((turn) => turn.scrollIntoView({ block: 'start' }))
  await expect(shown).toHaveText('Message 37 of 40')
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(shown).toHaveText('Message 40, the latest')
})

test('the sample says that it is opening until it is open', async ({ chat, page }) => {
  let open = () => {}
  const mayOpen = new Promise<void>((done) => {
    open = done
  })
  await page.route('**/c/*', async (route) => {
    await mayOpen
    await route.continue()
  })
  await chat.open()
  const asked = page.waitForRequest((request) => request.url().includes('/c/'))
  await page.getByRole('button', { name: SAMPLE }).click()
  const opening = page.getByRole('button', { name: 'Opening the sample…' })
  await expect(opening).toBeVisible({ timeout: 300 })
  await expect(page.getByText('Mneme thinks before it answers')).toBeVisible()
  await asked
  await expect(opening).toBeVisible()
  open()
  await expect(chat.turn(40)).toBeVisible()
})

test('the trash is marked as current', async ({ chat, page }) => {
  await page.goto('/trash')
  await expect(chat.row('Trash')).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('Back returns from a far turn to where the citation stood', async ({ chat, page }) => {
    await openSample(chat, page)
    const pill = chat.answer(40).getByRole('link', { name: /^Source 5:/ })
    await pill.scrollIntoViewIfNeeded()
    const before = await restingTop(pill)
    await pill.click()
    await expect.poll(() => topOf(chat.turn(24))).toBeLessThan(120)
    await page.goBack()
    await expect.poll(async () => Math.abs((await topOf(pill)) - before)).toBeLessThan(3)
    await frames(page, 40)
    expect(Math.abs((await topOf(pill)) - before)).toBeLessThan(3)
  })

  test('citations are targets of 44 px, also side by side, in lines of the same height', async ({
    chat,
    page,
  }) => {
    await openSample(chat, page)
    const pills = chat.answer(40).getByRole('link', { name: /^Source/ })
    for (const pill of await pills.all()) {
      await pill.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const met = await pill.evaluate((mark) => {
        const { left, top, width, height } = mark.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        const meets = (px: number, py: number) => document.elementFromPoint(px, py)?.closest('a')
        // In the next line another citation may be nearer.
        const near = [meets(x, y - 21), meets(x, y + 21)]
        return [meets(x, y) === mark, near.every((one) => one?.ariaLabel?.startsWith('Source')), height < 24]
      })
      expect(met).toEqual([true, true, true])
    }
    await expectAccessible(page)
  })
})
