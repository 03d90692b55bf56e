import { createShopKeys, type ShopKeys, type ShopKeysDeps } from './shop-keys.ts'
import { type AskDesk, DeskNotRead } from './shop-reader.ts'
import { createShopWatch, type ShopWatch, type ShopWatchDeps } from './shop-watch.ts'
import { createSummary, type ReadSummary, type SummaryDeps } from './summary.ts'

/** The shops of the chain: `url` is scheme, host and port. */
export interface ChainConfig {
  readonly publicOrigin: string
  readonly otherDesks?: readonly { readonly name: string; readonly url: string }[] | undefined
  readonly otherDesksSecret?: string | undefined
}

interface ShopsDeps
  extends SummaryDeps, Omit<ShopKeysDeps, 'store' | 'secret'>, Omit<ShopWatchDeps, 'keys' | 'ask' | 'desks'> {
  readonly store: SummaryDeps['store'] & ShopKeysDeps['store']
  readonly askDesk?: AskDesk | undefined
  readonly config: ChainConfig
}

/** The shops of a chain: this one's summary, and those of the others. */
export interface Shops {
  readonly summary: ReadSummary
  readonly keys: ShopKeys
  readonly watch: ShopWatch
  /** The other desks, without this one. */
  readonly others: readonly { readonly name: string; readonly url: string }[]
}

const askNobody: AskDesk = () => Promise.reject(new DeskNotRead('no_contact'))

export function createShops({ config, askDesk = askNobody, ...deps }: ShopsDeps): Shops {
  const { publicOrigin, otherDesks = [], otherDesksSecret: secret } = config
  const others = otherDesks.filter(({ url }) => url !== publicOrigin)
  const keys = createShopKeys({ ...deps, secret })
  const watch = createShopWatch({ ...deps, keys, ask: askDesk, desks: others.map(({ url }) => url) })
  return { summary: createSummary(deps), keys, watch, others }
}
