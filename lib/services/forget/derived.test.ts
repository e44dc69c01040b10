import { it } from 'vitest'
import { holding } from '@/lib/db/testing-holding'
import { derivedStory } from './testing-derived'

it('probe', async () => {
  const h = await derivedStory()
  for (const [n, m] of Object.entries(h.marks)) console.log(n, m, (await holding(h.db, m)).join(' '))
  console.log(
    await h.db.strategy.findMany({ select: { slug: true, content: true, status: true, query: true } }),
  )
  console.log(
    await h.db.delta
      .findMany({ select: { op: true, by: true, strategyId: true, after: true } })
      .then((r) => r.map((x) => JSON.stringify(x)).join('\n')),
  )
  console.log(await h.db.step.groupBy({ by: ['phase'], _count: true }))
  console.log(await h.db.fact.findMany({ include: { subject: true } }))
  console.log(h.logs)
  await h.close()
})
