"""Mail: texts, messages, the SMTP relay, the job that sends, and the pages behind links."""
