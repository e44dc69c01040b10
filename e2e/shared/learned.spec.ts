import { expectAccessible } from '../support/axe'
import { converting, FIRST, learningLine, RULE, SECOND, TITLE } from '../support/converting'
import { canvasReady, drawn, listed, openLegend } from '../support/graph'
import { strategy } from '../support/playbook'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

test('a lesson is named in what each turn changed, found by search, and drawn in the graph with its turns', async ({
  chat,
  page,
}) => {
  const server = await converting()
  await connect(page, server)
  await chat.askAndWait(FIRST, 1)
  await expect(learningLine(page, 1)).toHaveText(`Learned: ${TITLE}`)
  await chat.askAndWait(SECOND, 2)
  await expect(chat.quiet(2)).toHaveAttribute('title', /Used 1 lesson · judged a success by the model/)

  await chat.inspect(1)
  const changes = page.getByRole('region', { name: 'What this message changed' })
  await expect(changes).toContainText(`The model added “${TITLE}”`)
  await expect(changes.getByRole('link', { name: 'Its context' })).toBeVisible()
  await expect(changes.getByRole('status')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the inspector' }).click()
  await chat.inspect(2)
  await expect(changes).toContainText(`The model rated “${TITLE}” as helpful`)

  await page.goto('/search?q=decimal&kind=strategy')
  const hit = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(hit).toHaveCount(1)
  await expect(hit).toContainText('Lesson · learned in message 1')
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
  const legend = await openLegend(page)
  await legend.getByRole('button', { name: 'Lessons 1' }).click()
  await expect(page.getByRole('region', { name: 'Memory list' })).not.toContainText(TITLE)
  await details.getByRole('link', { name: 'Open in Lessons' }).click()
  await expect(strategy(page, TITLE)).toContainText(RULE)
  await server.close()
})

test('a conversation can be limited to the lessons of one field', async ({ chat, page }) => {
  await chat.begin('How long is the keel?')
  const openLessons = async () => {
    await page.getByRole('button', { name: 'Conversation menu' }).click()
    await page.getByRole('menuitem', { name: 'Lessons…' }).click()
  }
  await openLessons()
  const field = page.getByRole('textbox', { name: 'Use only lessons about' })
  await field.fill('drawing')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Only lessons about “drawing” are used')).toBeVisible()
  await page.reload()
  await openLessons()
  await expect(field).toHaveValue('drawing')
})
