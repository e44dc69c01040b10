import { expectAccessible } from '../support/axe'
import { openLedger } from '../support/ledger-file'
import { madeUpName } from '../support/names'
import { LOCAL_PORT } from '../support/servers'
import { numberIn, readTable } from '../support/table'
import { expect, test } from '../support/test'

test('the inspector shows the exact prompts, the recall score, and token counts from the database', async ({
  chat,
  page,
}) => {
  const [person, town] = [madeUpName(), madeUpName()]
  await chat.open()
  await chat.askAndWait(`My neighbour ${person} grows quinces in ${town}.`, 1)
  await chat.askAndWait('Hello', 2)
  await chat.askAndWait(`What did I tell you about ${person}?`, 3)
  const ledger = openLedger(LOCAL_PORT)
  const turn = ledger.turns(chat.conversationId())[2]
  const steps = ledger.steps(chat.conversationId()).filter((step) => step.turnId === turn?.id)
  await chat.turn(3).getByRole('link', { name: 'Inspect turn 3' }).click()
  await expect(page).toHaveURL(/\?turn=/)
  const prompts = page.getByRole('region', { name: 'Prompt', exact: true })
  await expect(prompts).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/c/${chat.conversationId()}/turns/${turn?.id}`)
  await expectAccessible(page)

  const answering = prompts.getByRole('article', { name: 'Answer' })
  await answering.getByRole('button', { name: /^Answer/ }).click()
  await answering.getByRole('button', { name: /^Recalled/ }).click()
  await expect(answering).toContainText('=== recalled ===')
  await expect(answering).toContainText(`| My neighbour ${person} grows quinces in ${town}.`)

  const recalls = await readTable(page.getByRole('table', { name: 'Recalls' }))
  expect(recalls.find((row) => row.Rank === '1')).toMatchObject({
    Found: 'Turn 1',
    Score: expect.stringMatching(/^[01]\.\d\d$/),
    Why: expect.stringMatching(/words \d\.\d\d.*Mentions .* Best keyword match\./),
  })
  const sections = await readTable(page.getByRole('table', { name: 'Sections' }))
  expect(sections.map((row) => row.Section)).toEqual(
    expect.arrayContaining(['Role and rules', 'Tools', 'Window', 'Recalled', 'Your message']),
  )

  const rows = await readTable(page.getByRole('table', { name: 'Ledger' }))
  expect(rows.slice(0, -1).map((row) => numberIn(row['Prompt, estimated']))).toEqual(
    steps.map((step) => step.estInputTokens),
  )
  expect(numberIn(rows.at(-1)?.['Prompt, estimated'])).toBe(
    steps.reduce((sum, step) => sum + step.estInputTokens, 0),
  )
  ledger.close()
})
