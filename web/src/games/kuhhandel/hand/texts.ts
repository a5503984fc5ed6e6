/** The texts of Kuhhandel's table and of hand mode. */
import { useTexts as useAll } from "../../../i18n/text";
import type { HandKey } from "../../../widgets/hand/texts";
import type { OwnKey } from "../texts";

export const useTexts = useAll<OwnKey | HandKey>;
