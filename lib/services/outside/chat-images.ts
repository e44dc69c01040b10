import { imageLimits } from '@/lib/shared/turn/images'

const HEAD = /^data:(image\/(\w+));base64,/

/** Images that came as data URLs, as files; one more than a message may have, so that it is refused. */
export const imageFiles = (urls: readonly string[]): File[] =>
  urls.slice(0, imageLimits.perMessage + 1).map((url, i) => {
    const [head = '', type = '', kind = ''] = HEAD.exec(url) ?? []
    return new File([Buffer.from(url.slice(head.length), 'base64')], `image-${i + 1}.${kind}`, { type })
  })
