/** What people say: phrases for all, free text among those who sit at a table that is not public. */
import { lazy, type ReactNode, Suspense, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Icon } from "../../ui/Icon";
import { Shape } from "../../ui/Shape";
import { useTexts } from "../../i18n/text";
import type { ChatLine, Phrase } from "../../protocol/types";
import { useTable, useTableStore } from "../../model/table/context";
import { faceOf, pictureOf } from "../../model/table/emotes";
import { spoken, useNames } from "../../model/table/names";
import { audible } from "../../model/table/mutes";
import "./Chat.css";

const PHRASES: readonly Phrase[] = [
  "hello",
  "good_luck",
  "nice",
  "well_played",
  "thanks",
  "sorry",
  "one_moment",
  "hurry",
  "bye",
];
const LONGEST = 280;

const About = lazy(async () => ({ default: (await import("../../people")).About }));

function Words({ line }: { readonly line: ChatLine }): ReactNode {
  const { t } = useTexts();
  const face = faceOf(line.text);
  if (face === null) return <bdi>{line.phrase === null ? line.text : t(`play.phrase.${line.phrase}`)}</bdi>;
  return <img className="said-face" src={pictureOf(face)} alt={t(`play.emote.name.${face}`)} width="26" height="26" />;
}

function Said(): ReactNode {
  const { t, find } = useTexts();
  const names = useNames();
  const store = useTableStore();
  const you = useTable((state) => state.you);
  const heard = useTable((state) => state.chat);
  const muted = useTable((state) => state.muted);
  const chat = useMemo(() => audible(heard, muted), [heard, muted]);
  const list = useRef<HTMLOListElement>(null);
  const [asked, setAsked] = useState<ChatLine | null>(null);
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [chat]);
  const nameOf = (line: ChatLine): string => line.name || (line.seat === null ? "" : (names[line.seat] ?? ""));
  return (
    <>
      <ol className="lines said" ref={list} tabIndex={0} aria-label={t("play.chat.title")} aria-live="polite">
        {chat.length === 0 && <li className="none">{t("play.chat.none")}</li>}
        {chat.map((line) => (
          <li key={line.id}>
            {line.seat === null ? <Icon name="eye" size={18} /> : <Shape seat={line.seat} />}
            <span>
              {/* What is written from the right turns nothing round beside it. */}
              <b dir="auto">{spoken(nameOf(line), find)}</b> <Words line={line} />
            </span>
            {(line.seat === null || line.seat !== you) && (
              <div className="line">
                <button
                  type="button"
                  className="icon-btn mute"
                  aria-label={t("play.chat.mute", { name: spoken(nameOf(line), find) })}
                  title={t("play.chat.mute", { name: spoken(nameOf(line), find) })}
                  onClick={() => store.mute({ line: line.id, seat: line.seat, name: nameOf(line) }, true)}
                >
                  <Icon name="mute" size={18} />
                </button>
                <button
                  type="button"
                  className="icon-btn mute"
                  aria-haspopup="dialog"
                  aria-label={t("play.chat.about", { name: spoken(nameOf(line), find) })}
                  title={t("play.chat.about", { name: spoken(nameOf(line), find) })}
                  onClick={() => setAsked(line)}
                >
                  <Icon name="flag" size={18} />
                </button>
              </div>
            )}
          </li>
        ))}
      </ol>
      <Suspense fallback={null}>
        {asked !== null && <About who={{ name: spoken(nameOf(asked), find), seat: asked.seat, line: asked }} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}

/** Those who are not heard, to be heard again. */
function Muted(): ReactNode {
  const { t, find } = useTexts();
  const store = useTableStore();
  const muted = useTable((state) => state.muted);
  if (muted.length === 0) return null;
  return (
    <div className="line mutes" role="group" aria-label={t("play.chat.muted")}>
      <Icon name="mute" size={18} />
      {muted.map((mute) => (
        <button key={mute.line} type="button" onClick={() => store.mute(mute, false)}>
          {t("play.chat.unmute", { name: spoken(mute.name, find) })}
        </button>
      ))}
    </div>
  );
}

function Write(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const [text, setText] = useState("");
  return (
    <form
      className="write"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") store.say({ text: text.trim() });
        setText("");
      }}
    >
      <input
        value={text}
        maxLength={LONGEST}
        placeholder={t("play.chat.write")}
        aria-label={t("play.chat.write")}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="icon-btn" aria-label={t("play.chat.send")}>
        <Icon name="send" />
      </button>
    </form>
  );
}

export function Chat(): ReactNode {
  const { t } = useTexts();
  const store = useTableStore();
  const free = useTable((state) => state.you !== null && state.party?.public === false);
  return (
    <div className="column chat">
      <Said />
      <Muted />
      <div className="wraps phrases" role="group" aria-label={t("play.chat.phrases")}>
        {PHRASES.map((phrase) => (
          <button key={phrase} type="button" onClick={() => store.say({ phrase })}>
            {t(`play.phrase.${phrase}`)}
          </button>
        ))}
      </div>
      {free && <Write />}
    </div>
  );
}
