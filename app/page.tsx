import { NewConversation } from '@/components/chat/new-conversation'
import { pageSession } from './loaders'

export default async function HomePage() {
  await pageSession()
  return <NewConversation />
}
