import type { Metadata } from 'next'
import { FactsPage } from '@/components/facts/facts-page'
import { listFacts } from '@/lib/services/facts'
import { loadSettings } from '@/lib/settings/layers'
import { searchIn } from '@/lib/shared/schemas'
import { listPage } from '../list-page'
import { resultOf } from '../result'

export const metadata: Metadata = { title: 'Facts' }

export default listPage({ title: 'Facts', label: 'Loading facts', lines: [3, 2] }, async (session, { q }) => {
  const [first, settings] = await Promise.all([
    resultOf(() => listFacts(session, searchIn(q)), 'the facts page'),
    loadSettings(session.db, session.ownerId, null),
  ])
  return <FactsPage first={first} learning={settings.get('facts.enabled').value} />
})
