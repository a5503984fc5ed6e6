/** The result as a picture: by the system's own dialog where that takes files, else as a download. */
import { type ReactNode, useState } from "react";
import { useTexts } from "../../i18n/text";
import { download } from "../../lib/download";
import type { PartyView } from "../../protocol/types";
import { useNames } from "../../model/table/names";
import { portrait } from "../../model/table/portrait";
import { Icon } from "../../ui/Icon";
import { useGameName } from "../../model/table/naming";
import { ranked, type Score } from "../../model/score/score";

interface Props {
  readonly party: PartyView;
  readonly score: Pick<Score, "result" | "gains">;
  readonly text: string;
}

/** Pass a file on; return whether that could be tried. */
async function passOn(file: File, text: string): Promise<boolean> {
  if (typeof navigator.canShare !== "function" || !navigator.canShare({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file], text });
    return true;
  } catch (error) {
    // Changing one's mind in the system's dialog is not an error; that it does not open is one.
    return error instanceof DOMException && error.name === "AbortError";
  }
}

export function Picture({ party, score: { result, gains }, text }: Props): ReactNode {
  const { t, language } = useTexts();
  const names = useNames();
  const title = useGameName();
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");
  const share = async (): Promise<void> => {
    setState("busy");
    const number = new Intl.NumberFormat(language);
    const steps = ranked(result).map(({ seat, rank }) => ({
      seat,
      rank,
      name: names[seat] ?? "",
      points: number.format(result.scores[seat]?.total ?? 0),
      won: result.winners.includes(seat),
      portrait: portrait(party.places[seat], seat),
      gains: gains[seat] ?? [],
    }));
    try {
      const { pictured } = await import("./podium");
      const file = new File([await pictured({ title, site: location.host, steps })], "kuhstall.png", { type: "image/png" });
      if (!(await passOn(file, text))) download(file, file.name);
      setState("ready");
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <button type="button" className="btn" aria-busy={state === "busy"} onClick={() => state !== "busy" && void share()}>
        <Icon name="deck" size={18} /> {t("replay.result.picture")}
      </button>
      {state === "failed" && (
        <p className="notice" role="alert">
          {t("replay.result.picture_failed")}
        </p>
      )}
    </>
  );
}
