import { MnemeError } from '@/lib/shared/errors'
import { entered } from '../entered'

export const dynamic = 'force-dynamic'

/** What OpenAI answers and Mneme does not, such as embeddings, is refused in a form that clients read. */
const refused = (request: Request) =>
  entered(request, () => {
    throw new MnemeError(
      'not_found',
      `Mneme does not answer ${request.method} ${new URL(request.url).pathname}.`,
      'It answers GET /api/v1/models and /api/v1/responses/ID, POST /api/v1/chat/completions and /api/v1/responses.',
    )
  })

export { refused as DELETE, refused as GET, refused as POST }
