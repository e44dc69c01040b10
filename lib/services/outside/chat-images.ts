import { MnemeError } from '@/lib/shared/errors'
import { imageLimits } from '@/lib/shared/turn/images'

const DATA_URL = /^data:image\/(png|jpe?g|webp|gif);base64,/i

/** Images that came as data URLs, as files. No address is ever loaded. @throws MnemeError */
export const imageFiles = (urls: readonly string[]): File[] =>
  urls.slice(0, imageLimits.perMessage + 1).map((url, i) => {
    const [head, kind = ''] = DATA_URL.exec(url) ?? []
    if (!head)
      throw new MnemeError('invalid', 'Images are sent as data URLs: PNG, JPEG, WebP or GIF in base64.')
    const bytes = Buffer.from(url.slice(head.length), 'base64')
    return new File([bytes], `image-${i + 1}.${kind.toLowerCase()}`, { type: `image/${kind.toLowerCase()}` })
  })
