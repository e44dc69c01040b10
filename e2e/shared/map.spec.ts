import { canvasReady, drawn, levelOf, openLegend, openMap, placeOf } from '../support/graph'
import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

/** A large island: the middle between it and a small one is inside it. */
const TURNS = 150

// `watch` fails a test for any warning in the console of the memory page.
test('islands of very different sizes are linked without a warning, and the legend counts them', async ({
  chat,
  page,
}) => {
  const [boat, wood] = [madeUpName(), madeUpName()]
  const transfer = new Transfer(page)
  await transfer.open()
  const messages = Array.from({ length: TURNS }, (_, i) => [
    ['user', i ? `Plank ${i} of the boat is dry.` : `The boat ${boat} has a keel of ${wood}.`],
    ['assistant', 'Noted.'],
  ]).flat() as ['user' | 'assistant', string][]
  await transfer.choose('boat.json', JSON.stringify([chatGptConversation(madeUpName(), boat, messages)]))
  await expect(transfer.item('boat.json')).toContainText(`Added 1 conversation with ${TURNS} messages.`)
  await chat.begin(`What is the keel of ${boat} made of?`)
  await expect(chat.answer(1)).toContainText(wood)

  await openMap(page)
  expect(await levelOf(page)).toBe('1')
  const { nodes, edges } = await drawn(page)
  expect([nodes.map(({ kind }) => kind), edges.map(({ kind }) => kind)]).toEqual([
    ['conversation', 'conversation'],
    ['recalled'],
  ])
  const legend = await openLegend(page)
  const conversations = legend.getByRole('button', { name: 'Conversations' })
  await expect(conversations).toHaveText('Conversations2')
  await conversations.click()
  await expect(conversations).toHaveText('Conversations')
  await openMap(page, `?conversation=${chat.conversationId()}`)
  await page.locator('[data-labels] > [data-label]').first().waitFor()
})

test('an island opens within six notches of the wheel and closes within six', async ({ chat, page }) => {
  await chat.begin(`My hut is called ${madeUpName()}.`)
  await openMap(page)
  const [island] = (await drawn(page)).nodes
  const { x, y } = await placeOf(page, island?.id ?? '')
  await page.mouse.move(x, y)
  const turn = async (by: number, until: (level: string | null) => boolean) => {
    let notches = 0
    while (!until(await levelOf(page)) && notches < 6) {
      await page.mouse.wheel(0, by)
      notches += 1
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await expect.poll(async () => until(await levelOf(page))).toBe(true)
  }
  await turn(-120, (level) => level !== '1')
  await canvasReady(page)
  await turn(120, (level) => level === '1')
})
