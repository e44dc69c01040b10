import type { Metadata } from 'next'
import { PlaybookPage } from '@/components/playbook/playbook-page'
import { listPlaybook } from '@/lib/services/learning/playbook-list'
import { playbookQuerySchema } from '@/lib/shared/learning/playbook'
import { listPage } from '../list-page'
import { resultOf } from '../result'

export const metadata: Metadata = { title: 'Lessons' }

export default listPage(
  { title: 'Lessons', label: 'Loading the lessons', lines: [4, 3] },
  async (session, { q = '', strategy = null }) => {
    const asked = playbookQuerySchema.safeParse({ search: q, strategy }).data ?? { search: '' }
    return <PlaybookPage first={await resultOf(() => listPlaybook(session, asked), 'the lessons page')} />
  },
)
