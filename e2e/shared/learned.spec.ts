import { expectAccessible } from '../support/axe'
import { converting, FIRST, learningLine, RULE, SECOND, TITLE } from '../support/converting'
import { canvasReady, drawn, listed } from '../support/graph'
import { addStrategy, openPlaybook, strategy } from '../support/playbook'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

test('a lesson is named in what each turn changed, found by search, and drawn in the graph with its turns', async ({
  chat,
  page,
}) => {
  const server = await converting()
  await connect(page, server)
  await chat.askAndWait(FIRST, 1)
  await expect(learningLine(page, 1)).toHaveText('Judged a failure · learned 1 strategy')
  await chat.askAndWait(SECOND, 2)
  await expect(learningLine(page, 2)).toHaveText('Used 1 strategy · judged a success')

  await learningLine(page, 1).click()
  await chat.turn(1).getByRole('link', { name: 'What this turn changed' }).click()
  const changes = page.getByRole('region', { name: 'What this turn changed' })
  await expect(changes).toContainText(`The model added mis-00001 “${TITLE}”`)
  await expect(changes.getByRole('link', { name: 'Its context' })).toBeVisible()
  await expect(changes.getByRole('status')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the inspector' }).click()
  await learningLine(page, 2).click()
  await chat.turn(2).getByRole('link', { name: 'What this turn changed' }).click()
  await expect(changes).toContainText(`The model rated mis-00001 “${TITLE}” as helpful (helpful 0 → 1)`)

  await page.goto('/search?q=decimal&kind=strategy')
  const hit = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(hit).toHaveCount(1)
  await expect(hit).toContainText('Strategy · learned in turn 1')
  await expect(hit).toContainText(RULE)
  await expectAccessible(page)
  await hit.getByRole('link', { name: 'Show in the map' }).click()
  await canvasReady(page)
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByRole('heading', { level: 2, name: TITLE })).toBeVisible()
  await expect(details).toContainText(RULE)
  const graph = await drawn(page)
  expect(graph.nodes.filter(({ kind }) => kind === 'strategy')).toHaveLength(1)
  expect(graph.edges.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['taught', 'cited']))
  expect((await listed(page, 'node')).sort()).toEqual(graph.nodes.map(({ id }) => id).sort())
  expect((await listed(page, 'edge')).sort()).toEqual(graph.edges.map(({ id }) => id).sort())
  await expectAccessible(page)
  const legend = page.getByRole('group', { name: 'Legend' })
  await legend.getByRole('button', { name: 'Lessons 1' }).click()
  await expect(page.getByRole('region', { name: 'Memory list' })).not.toContainText(TITLE)
  await details.getByRole('link', { name: 'Open in Lessons' }).click()
  await expect(strategy(page, TITLE)).toContainText(RULE)
  await server.close()
})

test('once strategies have domains, a conversation can be limited to one of them from the composer', async ({
  chat,
  page,
}) => {
  await chat.open()
  const control = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(control('Strategies from all domains')).toHaveCount(0)
  await openPlaybook(page)
  await addStrategy(page, 'Name the unit', 'Name the unit beside every length.', 'drawing')

  await chat.open()
  await control('Strategies from all domains').click()
  await page.getByRole('menuitemradio', { name: 'drawing' }).click()
  await expect(control('Strategies from the domain drawing')).toBeVisible()
  await expectAccessible(page)
  const saved = page.waitForResponse(
    (response) => response.request().postData()?.includes('learning.domain') === true,
  )
  await chat.askAndWait('How long is the keel?', 1)
  await saved
  await page.reload()
  await expect(control('Strategies from the domain drawing')).toBeVisible()
  const memory = page.getByRole('switch', { name: 'Memory' })
  await memory.click()
  await expect(control('Strategies from the domain drawing')).toHaveCount(0)
  await expect(page.getByText('Nothing is recalled for the answer')).toBeVisible()
  await memory.click()
  await control('Strategies from the domain drawing').click()
  await page.getByRole('menuitemradio', { name: 'All domains' }).click()
  await expect(control('Strategies from all domains')).toBeVisible()
})
