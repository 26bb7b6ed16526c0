import type { CartAnswer } from '@shop/contract/cart'
import { type AddOptions, addAnalyses } from './add-analyses.server.ts'

/**
 * Adds one analysis for patients.
 * @throws Problem `unauthorized`, `unknown_laboratory`, `unknown_analysis`, `analysis_has_no_price`, `unknown_patient`, `unknown_material`, `cart_full`
 */
export function addToCart({
  analysisId,
  ...options
}: AddOptions & { analysisId: number }): Promise<CartAnswer> {
  return addAnalyses(options, () => [analysisId])
}
